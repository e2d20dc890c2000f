"""What a hall begins with, as a lesson: the game, its tables with their house rules, and who is expected.

And who is in it: people by a number that is theirs for the evening, whatever chair they sit on, and what they
are called; names that a class had better not read are not to be had.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from game.core.discovery import find
from game.core.game import known_level
from game.core.options import Options, Value
from game.match.seats import LOOKS, unlike
from game.party.messages import clean_name

TABLES, PEOPLE = 8, 40
"""So many at most."""
LESSON = 24 * 60
"""Minutes that a lesson has at most."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table."""

    players: int
    options: Mapping[str, Value] = field(default_factory=dict)
    """Its house rules, those that are not as usual."""


def rules_at(game: str, plan: TablePlan) -> Options:
    """All house rules of a table; asked for in every turn, so they are read once. Never change them."""
    return _read(game, plan.players, tuple(plan.options.items()))


@lru_cache(maxsize=64)
def _read(game: str, players: int, given: tuple[tuple[str, Value], ...]) -> Options:
    return find(game).info.read_options(dict(given), players)


@dataclass(frozen=True, slots=True)
class HallPlan:
    """A lesson, or an evening, as it was prepared."""

    game: str
    tables: tuple[TablePlan, ...]
    title: str = ""
    names: tuple[str, ...] = ()
    """Who is expected, in the order in which they sit; empty for whoever comes."""
    level: str = "normal"
    """Of computer players, on chairs where nobody sits."""
    hints: str = "full"
    minutes: int = 0
    """Of the lesson, after which the last hand is called; 0 for never."""
    unwanted: tuple[str, ...] = ()
    """Words that no name may have."""
    is_cup: bool = False
    """Whether it is the hall of a cup: each table plays one match, and whoever meets sits there."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            ValueError: a sentence that says what is wrong.
        """
        info, bot = find(self.game).info, find(self.game).bot
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
        return {
            "game": self.game,
            "tables": [{"players": one.players, "options": dict(one.options)} for one in self.tables],
            "title": self.title,
            "names": list(self.names),
            "level": self.level,
            "hints": self.hints,
            "minutes": self.minutes,
            "unwanted": list(self.unwanted),
            "cup": self.is_cup,
        }

    @classmethod
    def recalled(cls, kept: object) -> HallPlan:
        """What `kept` gave; it may be anything, as lessons are files.

        Raises:
            ValueError: it is no plan that this program can play.
        """
        if not isinstance(kept, Mapping) or not isinstance(kept.get("tables"), list):
            raise ValueError("A lesson is an object with a game and its tables.")
        tables = tuple(map(_table, kept["tables"]))
        return cls(
            game=_text(kept, "game"),
            tables=tables,
            title=clean_name(_text(kept, "title")),
            names=tuple(filter(None, map(clean_name, _texts(kept, "names")))),
            level=_text(kept, "level", "normal"),
            hints=_text(kept, "hints", "full"),
            minutes=_number(kept, "minutes", 0),
            unwanted=tuple(_texts(kept, "unwanted")),
            is_cup=kept.get("cup") is True,
        )


def _table(kept: object) -> TablePlan:
    if not isinstance(kept, Mapping) or not isinstance(options := kept.get("options", {}), Mapping):
        raise ValueError("A table is an object with players and options.")
    return TablePlan(_number(kept, "players", 0), dict(options))


def _text(kept: Mapping[str, Any], name: str, default: str = "") -> str:
    value = kept.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text, not {value!r}.")
    return value


def _texts(kept: Mapping[str, Any], name: str) -> Sequence[str]:
    value = kept.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"{name} is a list of texts.")
    return value


def _number(kept: Mapping[str, Any], name: str, default: int) -> int:
    value = kept.get(name, default)
    if type(value) is not int:
        raise ValueError(f"{name} is a whole number, not {value!r}.")
    return value


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
            return unlike(name, others)
        return next((given for given in GIVEN if given not in others), unlike(GIVEN[0], others))


def is_bot_name(name: str) -> bool:
    """Whether a computer player of a hall is called so: the word for one, and one of its names."""
    return _BOT.fullmatch(name) is not None


def _folded(name: str) -> str:
    """Small letters without accents, and what stands for a letter as that letter."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LEET))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a phone."""

    number: int
    """Their seat in the party."""
    name: str
    look: int
    """Which of the eight colours and patterns they like best; at a table no two have the same."""


class Roster:
    """The people of a hall, there or away."""

    def __init__(self, names: NameFilter) -> None:
        self._names = names
        self._people: dict[int, Person] = {}

    def __iter__(self) -> Iterator[Person]:
        return iter([self._people[number] for number in sorted(self._people)])

    def __len__(self) -> int:
        return len(self._people)

    def __contains__(self, number: object) -> bool:
        return number in self._people

    def __getitem__(self, number: int) -> Person:
        return self._people[number]

    def come(self, number: int, said: str, expected: str = "") -> Person:
        """Somebody has come: their seat in the party, what they have typed, who was expected there."""
        others = [person.name for person in self]
        name = self._names.fitting(said or expected, others)
        person = Person(number, name, number % LOOKS)
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
        return [asdict(person) for person in self]

    def recall(self, kept: object) -> None:
        """What `kept` gave; it may be anything, and what is no person is left out."""
        for one in kept if isinstance(kept, list) else []:
            if not isinstance(one, Mapping):
                continue
            number, name, look = one.get("number"), one.get("name"), one.get("look")
            if type(number) is int and 0 <= number < PEOPLE and isinstance(name, str) and clean_name(name):
                if type(look) is not int or not 0 <= look < LOOKS:
                    look = number % LOOKS
                self._people[number] = Person(number, clean_name(name), look)
