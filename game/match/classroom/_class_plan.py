"""What a hall begins with, as a lesson: the game, its tables with their house rules, and who is expected.

And who is in it: people by a number that is theirs for the evening, whatever chair they sit on, and what they
are called; names that a class had better not read are not to be had.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any

from game.core.discovery import find_game
from game.core.game import known_level
from game.core.options import Options, Value
from game.core.schema import Bad, flag, number, read_record, strict_list, text, to_json, with_default
from game.match.seats import LOOKS, unique_name
from game.party.messages import clean_name

TABLES, PEOPLE = 8, 40
"""So many at most."""
LESSON = 24 * 60
"""Minutes that a lesson has at most."""


def _title(given: object, where: str, bad: Bad) -> str:
    return clean_name(text(given, where, bad))


def _name(given: object, where: str, bad: Bad) -> str:
    name = _title(given, where, bad)
    if not name:
        raise ValueError(f"{where} is no name.")
    return name


def _names(given: object, where: str, bad: Bad) -> tuple[str, ...]:
    return tuple(filter(None, map(clean_name, strict_list(text)(given, where, bad))))


@dataclass(frozen=True, slots=True)
class ClassTablePlan:
    """One table."""

    players: Annotated[int, number(0, 99)] = 0
    options: Mapping[str, Value] = field(default_factory=dict)
    """Its house rules, those that are not as usual."""


def table_options(game: str, plan: ClassTablePlan) -> Options:
    """All house rules of a table; asked for in every turn, so they are read once. Never change them."""
    return _read(game, plan.players, tuple(plan.options.items()))


def with_rules(game: str, plan: ClassTablePlan, options: Mapping[str, Value]) -> ClassTablePlan:
    """The same table by these house rules; all that is not named stays as it is."""
    info, players = find_game(game).info, plan.players
    read = dict(info.read_options({**plan.options, **options}, players))
    unusual = {
        one.name: read[one.name]
        for one in info.options
        if one.name in read and read[one.name] != one.default_for(players)
    }
    return ClassTablePlan(players, unusual)


@lru_cache(maxsize=64)
def _read(game: str, players: int, given: tuple[tuple[str, Value], ...]) -> Options:
    return find_game(game).info.read_options(dict(given), players)


@dataclass(frozen=True, slots=True)
class ClassPlan:
    """A lesson, or an evening, as it was prepared."""

    game: str
    tables: tuple[ClassTablePlan, ...]
    title: Annotated[str, _title] = ""
    names: Annotated[tuple[str, ...], _names] = ()
    """Who is expected, in the order in which they sit; empty for whoever comes."""
    level: str = "normal"
    """Of computer players, on chairs where nobody sits."""
    hints: str = "full"
    minutes: int = 0
    """Of the lesson, after which the last hand is called; 0 for never."""
    unwanted: Annotated[tuple[str, ...], strict_list(text, 10**4)] = ()
    """Words that no name may have."""
    is_cup: Annotated[bool, with_default(flag, usual=False), "cup"] = False
    """Whether it is the hall of a cup: each table plays one match, and whoever meets sits there."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            ValueError: a sentence that says what is wrong.
        """
        info, bot = find_game(self.game).info, find_game(self.game).bot
        if not 1 <= len(self.tables) <= TABLES:
            raise ValueError(f"A hall has 1 to {TABLES} tables, not {len(self.tables)}.")
        for table in self.tables:
            info.read_options(table.options, info.read_players(table.players))
        if self.chairs > PEOPLE:
            raise ValueError(f"A hall has {PEOPLE} chairs at most, not {self.chairs}.")
        if known_level(bot, self.level) != self.level:
            raise ValueError(f"There is no level {self.level!r}; the levels are: {', '.join(bot.levels)}.")
        if self.hints not in ("full", "learning", "off"):
            raise ValueError(f"Hints are full, learning or off, not {self.hints!r}.")
        if not 0 <= self.minutes <= LESSON:
            raise ValueError(f"A lesson has 0 to {LESSON} minutes, not {self.minutes}.")

    @property
    def chairs(self) -> int:
        return sum(table.players for table in self.tables)

    def kept(self) -> dict[str, Any]:
        return dict(to_json(self))

    @classmethod
    def recalled(cls, kept: object) -> ClassPlan:
        """What `kept` gave; it may be anything, as lessons are files.

        Raises:
            ValueError: it is no plan that this program can play.
        """
        return read_record(cls, kept, "lesson")


GIVEN = (
    "Argyle", "Bobbin", "Button", "Cotton", "Cuff", "Denim", "Felt", "Fleece", "Flock", "Fuzz", "Garter",
    "Heel", "Jersey", "Knot", "Lace", "Linen", "Loop", "Merino", "Mohair", "Moss", "Needle", "Patch",
    "Plaid", "Plush", "Purl", "Ribbon", "Satin", "Scarf", "Spool", "Stitch", "Stripe", "Tassel", "Thread",
    "Toe", "Tuft", "Tweed", "Velvet", "Weft", "Wool", "Yarn", "Zigzag",
)  # fmt: skip
"""For whoever types none; more of them than a hall has chairs."""
BOTS = ("Ann", "Bo", "Ida", "Kofi", "Mo", "Pip", "Gus", "Zoe")
"""What computer players are called, as in a lobby."""
_BOT = re.compile(rf"Bot ({'|'.join(BOTS)})( \d+)?")
ANYWHERE = (
    "affancul", "arschfick", "arschgeige", "arschgesicht", "arschloch", "arsehole", "asshole", "bastard",
    "blowjob", "bougnoul", "bullshit", "cocksuck", "coglion", "connard", "connasse", "dickhead", "drecksau",
    "dreckssau", "enfoire", "faggot", "fickdich", "filsdepute", "fotze", "fuck", "hijodeputa", "hijoputa",
    "hitler", "hurenkind", "hurensohn", "judensau", "kanacke", "kanake", "kinderfick", "mierda", "missgeburt",
    "mongoloid", "motherf", "mutterfick", "nigger", "niquetamere", "nuttensohn", "penis", "pimmel",
    "porcodio", "pouffiasse", "pussy", "scheiss", "scheiß", "schlampe", "schwanzlutsch", "schwuchtel",
    "shithead", "siegheil", "stronz", "trouduc", "untermensch", "vagina", "vollidiot", "wanker", "wichser",
    "wixer",
)  # fmt: skip
"""Not to be read anywhere in a name, neither over its gaps: no stem that first and last names make together,
as "salope" in Rosa Lopez."""
ALONE = frozenset((
    "anal", "anus", "arsch", "ass", "batard", "behindert", "bimbo", "bitch", "bitches", "bollocks",
    "branleur", "cabron", "cazzi", "cazzo", "chink", "cock", "conard", "couille", "couilles", "cunt", "depp",
    "dick", "dildo", "diocane", "encule", "enculer", "fag", "fdp", "fick", "ficken", "ficker", "fotz",
    "frocio", "gilipollas", "hure", "huren", "idiot", "idiota", "joder", "kacke", "maricon", "merda", "merde",
    "minchia", "misgeburt", "mongo", "mongos", "muschi", "nazi", "nazis", "neger", "nigga", "ntm", "nutte",
    "nutten", "pede", "pedo", "pendejo", "piss", "pompino", "porn", "putain", "puttana", "rapist", "retard",
    "salaud", "salope", "sau", "sex", "shit", "slut", "spacko", "spast", "spasten", "spasti", "tapette",
    "tits", "titten", "tranny", "twat", "wank", "whore", "wichs", "wixen", "zigeuner", "zoccola",
))  # fmt: skip
"""Not to be a word of a name; within a word they are harmless, as in Nazim or Yoshito."""
AS_WRITTEN = frozenset(("puta", "putas", "pute", "putes", "puto", "putos"))
"""The same, but with a letter said twice it is somebody's name, as in van de Putte."""
_LEET = str.maketrans("013457@$!€", "oieastasie")
_WORDS = re.compile(r"[^\W\d_]+")
_AGAIN = re.compile(r"(.)\1+")


class NameFilter:
    """Which names a class may read."""

    def __init__(self, more: Iterable[str] = ()) -> None:
        """Refuse what is known, and these words of a teacher's own wherever they stand."""
        self._anywhere = tuple(filter(None, map(_folded, (*ANYWHERE, *more))))

    def allows(self, name: str) -> bool:
        """Whether this may be read by everybody."""
        words = _WORDS.findall(_folded(name))
        # Spelt with gaps, or with a letter said three times, it is the same word.
        written = {*words, "".join(words)}
        spelt = written | {_AGAIN.sub(r"\1", word) for word in written}
        if not AS_WRITTEN.isdisjoint(written):
            return False
        return ALONE.isdisjoint(spelt) and not any(bad in form for bad in self._anywhere for form in spelt)

    def fitting(self, said: str, others: Collection[str]) -> str:
        """The name of somebody who has typed this, if anything, unlike those that are taken.

        Theirs, or where that will not do one that is given.
        """
        name = clean_name(said)
        if name and self.allows(name):
            return unique_name(name, others)
        return next((given for given in GIVEN if given not in others), unique_name(GIVEN[0], others))


def is_bot_name(name: str) -> bool:
    """Whether a computer player of a hall is called so: the word for one, and one of its names."""
    return _BOT.fullmatch(name) is not None


def _folded(name: str) -> str:
    """Small letters without accents, and what stands for a letter as that letter."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LEET))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """Somebody with a phone."""

    number: Annotated[int, number(0, PEOPLE - 1)]
    """Their seat in the party."""
    name: Annotated[str, _name]
    look: Annotated[int, number(0, LOOKS - 1)] = 0
    """Which of the eight colours and patterns they like best; at a table no two have the same."""


class Roster:
    """The people of a hall, there or away."""

    def __init__(self, names: NameFilter) -> None:
        self._names = names
        self._people: dict[int, RosterEntry] = {}

    def __iter__(self) -> Iterator[RosterEntry]:
        return iter([self._people[number] for number in sorted(self._people)])

    def __len__(self) -> int:
        return len(self._people)

    def __contains__(self, number: object) -> bool:
        return number in self._people

    def __getitem__(self, number: int) -> RosterEntry:
        return self._people[number]

    def come(self, number: int, said: str, expected: str = "") -> RosterEntry:
        """Somebody has come: their seat in the party, what they have typed, who was expected there."""
        others = [person.name for person in self]
        name = self._names.fitting(said or expected, others)
        person = RosterEntry(number, name, number % LOOKS)
        self._people[number] = person
        return person

    def leave(self, number: int) -> None:
        self._people.pop(number, None)

    def allows(self, said: object) -> bool:
        """Whether somebody may be called so."""
        return isinstance(said, str) and bool(clean_name(said)) and self._names.allows(clean_name(said))

    def rename(self, number: int, name: str) -> None:
        self._people[number] = replace(self._people[number], name=name)

    def dress(self, number: int, look: int) -> None:
        self._people[number] = replace(self._people[number], look=look)

    def kept(self) -> list[dict[str, Any]]:
        return [to_json(person) for person in self]

    def recall(self, kept: tuple[RosterEntry, ...]) -> None:
        self._people |= {person.number: person for person in kept}
