"""Plan of a lesson (game, tables, house rules, expected people), and the roster of people with a name filter.

A person has a number for the evening, on any chair. Names that are unsuitable for a class are refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any

from game.core.discovery import find_game
from game.core.options import Options, Value
from game.core.schema import Bad, flag, number, read_record, strict_list, text, to_json, with_default
from game.match.seats import LOOK_COUNT, unique_name
from game.party.messages import clean_name

MAX_TABLES, MAX_PEOPLE = 8, 40  # maximum
MAX_LESSON_MINUTES = 24 * 60  # maximum minutes of a lesson


def _read_title(raw: object, where: str, bad: Bad) -> str:
    """Return a text cleaned like a name, maybe empty. Raises `ValueError` if ``raw`` is no text."""
    return clean_name(text(raw, where, bad))


def _read_name(raw: object, where: str, bad: Bad) -> str:
    """Return a cleaned name. Raises `ValueError` if it is empty or ``raw`` is no text."""
    name = _read_title(raw, where, bad)
    if not name:
        raise ValueError(f"{where} is no name.")
    return name


def _read_names(raw: object, where: str, bad: Bad) -> tuple[str, ...]:
    """Return a list's names, cleaned, without empty ones. Raises `ValueError` if ``raw`` is no text list."""
    return tuple(filter(None, map(clean_name, strict_list(text)(raw, where, bad))))


def _read_level(raw: object, where: str, bad: Bad) -> str:
    """Return a level, without the style of earlier versions. Raises `ValueError` if ``raw`` is no text."""
    return text(raw, where, bad).partition("/")[0]


@dataclass(frozen=True, slots=True)
class ClassTablePlan:
    """Number of players and options of one table."""

    players: Annotated[int, number(0, 99)] = 0
    options: Mapping[str, Value] = field(default_factory=dict)  # options that differ from the default


def table_options(game: str, plan: ClassTablePlan) -> Options:
    """Return all options of a table; cached because they are read every frame. Do not modify the result."""
    return _cached_options(game, plan.players, tuple(plan.options.items()))


def with_rules(game: str, plan: ClassTablePlan, options: Mapping[str, Value]) -> ClassTablePlan:
    """Copy of the plan with ``options`` changed; stores non-default ones only. `ValueError` if invalid."""
    info, players = find_game(game).info, plan.players
    values = dict(info.read_options({**plan.options, **options}, players))
    changed_options = {
        option.name: values[option.name]
        for option in info.options
        if option.name in values and values[option.name] != option.default_for(players)
    }
    return ClassTablePlan(players, changed_options)


@lru_cache(maxsize=64)
def _cached_options(game: str, players: int, option_pairs: tuple[tuple[str, Value], ...]) -> Options:
    """All options of a game for ``players`` people, with defaults. Raises `ValueError` if one is invalid."""
    return find_game(game).info.read_options(dict(option_pairs), players)


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """Prepared plan of a lesson, or of an evening."""

    game: str
    tables: tuple[ClassTablePlan, ...]
    title: Annotated[str, _read_title] = ""
    # expected people in seating order; empty if anyone may come
    names: Annotated[tuple[str, ...], _read_names] = ()
    level: Annotated[str, _read_level] = "normal"  # level of bots on free chairs
    hints: str = "full"
    minutes: int = 0  # minutes until the last hand is announced; 0 for never
    unwanted: Annotated[tuple[str, ...], strict_list(text, 10**4)] = ()  # words that no name may contain
    # for a cup: each table plays one match of two opponents
    is_cup: Annotated[bool, with_default(flag, default=False), "cup"] = False

    def __post_init__(self) -> None:
        """Check the plan. Raises `ValueError`, whose message is a sentence, if it cannot be played."""
        info, bot = find_game(self.game).info, find_game(self.game).bot
        if not 1 <= len(self.tables) <= MAX_TABLES:
            raise ValueError(f"A hall has 1 to {MAX_TABLES} tables, not {len(self.tables)}.")
        for table in self.tables:
            info.read_options(table.options, info.read_players(table.players))
        if self.chairs > MAX_PEOPLE:
            raise ValueError(f"A hall has {MAX_PEOPLE} chairs at most, not {self.chairs}.")
        if self.level not in bot.levels:
            raise ValueError(f"There is no level {self.level!r}; the levels are: {', '.join(bot.levels)}.")
        if self.hints not in ("full", "learning", "off"):
            raise ValueError(f"Hints are full, learning or off, not {self.hints!r}.")
        if not 0 <= self.minutes <= MAX_LESSON_MINUTES:
            raise ValueError(f"A lesson has 0 to {MAX_LESSON_MINUTES} minutes, not {self.minutes}.")

    @property
    def chairs(self) -> int:
        """Number of chairs at all tables together."""
        return sum(table.players for table in self.tables)

    def dump_state(self) -> dict[str, Any]:
        """The plan as plain JSON."""
        return dict(to_json(self))

    @classmethod
    def from_state(cls, saved: object) -> ClassPlan:
        """Return a plan from untrusted saved data. Raises `ValueError` if this program cannot play it."""
        return read_record(cls, saved, "lesson")


# Names for people who type none; more than a classroom has chairs.
GIVEN_NAMES = (
    "Argyle", "Bobbin", "Button", "Cotton", "Cuff", "Denim", "Felt", "Fleece", "Flock", "Fuzz", "Garter",
    "Heel", "Jersey", "Knot", "Lace", "Linen", "Loop", "Merino", "Mohair", "Moss", "Needle", "Patch",
    "Plaid", "Plush", "Purl", "Ribbon", "Satin", "Scarf", "Spool", "Stitch", "Stripe", "Tassel", "Thread",
    "Toe", "Tuft", "Tweed", "Velvet", "Weft", "Wool", "Yarn", "Zigzag",
)  # fmt: skip
BOT_NAMES = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")  # names of bots, as in a lobby
_BOT_NAME = re.compile(rf"Bot ({'|'.join(BOT_NAMES)})( \d+)?")
# Stems refused anywhere in a name, even across gaps. No stem may arise from a first and a last name, like
# "salope" from Rosa Lopez.
FORBIDDEN_ANYWHERE = (
    "affancul", "arschfick", "arschgeige", "arschgesicht", "arschloch", "arsehole", "asshole", "bastard",
    "blowjob", "bougnoul", "bullshit", "cocksuck", "coglion", "connard", "connasse", "dickhead", "drecksau",
    "dreckssau", "enfoire", "faggot", "fickdich", "filsdepute", "fotze", "fuck", "hijodeputa", "hijoputa",
    "hitler", "hurenkind", "hurensohn", "judensau", "kanacke", "kanake", "kinderfick", "mierda", "missgeburt",
    "mongoloid", "motherf", "mutterfick", "nigger", "niquetamere", "nuttensohn", "penis", "pimmel",
    "porcodio", "pouffiasse", "pussy", "scheiss", "scheiß", "schlampe", "schwanzlutsch", "schwuchtel",
    "shithead", "siegheil", "stronz", "trouduc", "untermensch", "vagina", "vollidiot", "wanker", "wichser",
    "wixer",
)  # fmt: skip
# Words refused as a whole; they are harmless within a word, as in Nazim or Yoshito.
FORBIDDEN_ALONE = frozenset((
    "anal", "anus", "arsch", "ass", "batard", "behindert", "bimbo", "bitch", "bitches", "bollocks",
    "branleur", "cabron", "cazzi", "cazzo", "chink", "cock", "conard", "couille", "couilles", "cunt", "depp",
    "dick", "dildo", "diocane", "encule", "enculer", "fag", "fdp", "fick", "ficken", "ficker", "fotz",
    "frocio", "gilipollas", "hure", "huren", "idiot", "idiota", "joder", "kacke", "maricon", "merda", "merde",
    "minchia", "misgeburt", "mongo", "mongos", "muschi", "nazi", "nazis", "neger", "nigga", "ntm", "nutte",
    "nutten", "pede", "pedo", "pendejo", "piss", "pompino", "porn", "putain", "puttana", "rapist", "retard",
    "salaud", "salope", "sau", "sex", "shit", "slut", "spacko", "spast", "spasten", "spasti", "tapette",
    "tits", "titten", "tranny", "twat", "wank", "whore", "wichs", "wixen", "zigeuner", "zoccola",
))  # fmt: skip
# the same, but with a doubled letter they are real names, as in van de Putte
FORBIDDEN_AS_WRITTEN = frozenset(("puta", "putas", "pute", "putes", "puto", "putos"))
_LEET = str.maketrans("013457@$!€", "oieastasie")
_WORDS = re.compile(r"[^\W\d_]+")
_REPEATED = re.compile(r"(.)\1+")


class NameFilter:
    """Filter for names that are suitable for a class."""

    def __init__(self, extra_stems: Iterable[str] = ()) -> None:
        """Refuse the known words, and ``extra_stems`` anywhere in a name."""
        self._anywhere = tuple(filter(None, map(_fold_name, (*FORBIDDEN_ANYWHERE, *extra_stems))))

    def allows(self, name: str) -> bool:
        """True if a name contains no refused word."""
        words = _WORDS.findall(_fold_name(name))
        # Gaps and repeated letters do not change a word.
        exact_forms = {*words, "".join(words)}
        forms = exact_forms | {_REPEATED.sub(r"\1", word) for word in exact_forms}
        if not FORBIDDEN_AS_WRITTEN.isdisjoint(exact_forms):
            return False
        return FORBIDDEN_ALONE.isdisjoint(forms) and not any(
            stem in spelling for stem in self._anywhere for spelling in forms
        )

    def fitting(self, typed_name: str, used_names: Collection[str]) -> str:
        """Typed name, cleaned and made unique; one of `GIVEN_NAMES` if it is empty or refused."""
        name = clean_name(typed_name)
        if name and self.allows(name):
            return unique_name(name, used_names)
        return next(
            (candidate for candidate in GIVEN_NAMES if candidate not in used_names),
            unique_name(GIVEN_NAMES[0], used_names),
        )


def is_bot_name(name: str) -> bool:
    """True if ``name`` is "Bot" and a name of `BOT_NAMES`, perhaps with a number, such as "Bot Ann 2"."""
    return _BOT_NAME.fullmatch(name) is not None


def _fold_name(name: str) -> str:
    """Return a name in lower case without accents, with digits and signs replaced by similar letters."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LEET))
    return "".join(character for character in plain if not unicodedata.combining(character))


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """Person with a phone."""

    number: Annotated[int, number(0, MAX_PEOPLE - 1)]  # seat number in the party
    name: Annotated[str, _read_name]
    look: Annotated[int, number(0, LOOK_COUNT - 1)] = 0  # preferred look; at a table all looks differ


class Roster:
    """People of a classroom, present or away."""

    def __init__(self, names: NameFilter) -> None:
        self._names = names
        self._people: dict[int, RosterEntry] = {}

    def __iter__(self) -> Iterator[RosterEntry]:
        """Iterate over the people in order of their numbers."""
        return iter([self._people[number] for number in sorted(self._people)])

    def __len__(self) -> int:
        return len(self._people)

    def __contains__(self, number: object) -> bool:
        return number in self._people

    def __getitem__(self, number: int) -> RosterEntry:
        return self._people[number]

    def come(self, number: int, typed_name: str, expected: str = "") -> RosterEntry:
        """Add person ``number`` and return their entry, with an allowed unique name, and a look by number.

        A person with this number is replaced. ``expected``, from the class list, is used if they typed none.
        """
        used_names = [person.name for person in self]
        name = self._names.fitting(typed_name or expected, used_names)
        person = RosterEntry(number, name, number % LOOK_COUNT)
        self._people[number] = person
        return person

    def leave(self, number: int) -> None:
        """Remove a person; a number that is not there is ignored."""
        self._people.pop(number, None)

    def allows(self, name: object) -> bool:
        """True if ``name`` is a text that is a suitable name. Names in use are not refused."""
        return isinstance(name, str) and bool(clean_name(name)) and self._names.allows(clean_name(name))

    def rename(self, number: int, name: str) -> None:
        """Set a person's name as it is, without the filter."""
        self._people[number] = replace(self._people[number], name=name)

    def dress(self, number: int, look: int) -> None:
        """Set a person's preferred look."""
        self._people[number] = replace(self._people[number], look=look)

    def dump_state(self) -> list[dict[str, Any]]:
        """All entries as plain JSON, in order of their numbers."""
        return [to_json(person) for person in self]

    def restore_state(self, entries: tuple[RosterEntry, ...]) -> None:
        """Add the entries; they replace people with the same numbers."""
        self._people |= {person.number: person for person in entries}
