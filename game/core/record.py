"""Records and positions as text, and the commitment to a match before its first card.

A position is one line of ``key=value`` fields. A record is header lines, then one move a line with its seat;
it is the save, the replay, the bug report and the test fixture.

A match from the window begins with a promise, ``[Promise "CODE SALT"]`` in its record, so that everyone can
check afterwards that it was kept. CODE is the SHA-256 of one line of text (UTF-8, no newline), in hexadecimal
digits::

    sock-drawer:1:GAME:VERSION:PLAYERS:SEED:OPTIONS:LAYOUT:POSITION:SALT

The fields are those of the record's headers: OPTIONS are all house rules as ``name=value``, separated by
spaces; LAYOUT and POSITION are the SHA-256 of their text, or ``-`` if there is none. The salt has 128 bits
because without it a short seed, as people type them, could be found from its code by trial.

*Covered* is everything that decides what chance does, including the board: who begins, and the city, are
chance too. So the seed, the house rules, the number of seats and the board cannot be swapped once the code
was shown. *Not covered* are names (seats change hands), levels of bots, and the moves; replaying the record
shows if a move belongs to this deal. A one-party promise cannot prove that the host drew only one seed, or
used an honest page and program: `verify`, run elsewhere with the code on paper, trusts neither. A record
without the header is still valid.

Flow of a promise: seed and salt are drawn when the match is started, so no lobby has a code. `new_match`
(`ui/match/match_flow.py`) calls the session's `promise`. From then on its code is public: it is in the menu
(`CommitmentScene` in `scenes/commitment.py`) and in every state sent to phones (`PhoneMatch.common_state`),
including the message with their first hand. The phone page keeps the first code that it was shown
(`party/page/commitment.js`). The line, seed and salt stay secret until `MatchEndSequence.count`, before the
results, sets `Match.results_shown`; then the text is sent to phones, and undo is no longer possible.

A *save* is a record after two lines of its own (`write_save`)::

    [Version "4"]
    [Screen {...}]

Because of the first one, programs that do not know the second one say that it is newer. The second has what
the screen adds: seats, drafts, and the party's code and tokens. `read_record` skips both, and `write_record`
never writes them, so nothing that is exported has them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.rng import SEED_BITS

VERSION = 3
"""Version of the record format that new matches are written in; newer ones are refused.

Earlier versions are read, continued and written unchanged. In version 1 SOCKI's ``must_play`` was ``honour``
if a record does not set it, and its play-off also set totals of exactly the target back; Socker had no
``dawdle``. Up to version 2 a seed gave another city: a narrower board, and most pairs close together.
"""

_HEADER = re.compile(r"\[([A-Za-z]+) (.*)\]")
_MOVE = re.compile(r"([0-9]{1,2}) (\S.*)", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_REQUIRED_HEADERS = ("Game", "Version", "Players", "Seed")
BESIDE_HEADER = "Beside"  # header for the album's view settings and the date; no rule reads it
SCREEN_HEADER = "Screen"  # header of a save, which no record has
_SAVE_VERSION = '[Version "4"]'
"""First line of a save; above every `VERSION` of programs that do not know `SCREEN_HEADER`."""
_KNOWN_HEADERS = (
    *_REQUIRED_HEADERS,
    "Options",
    "Names",
    "Layout",
    "Position",
    "Promise",
    "WhatIf",
    BESIDE_HEADER,
)
MAX_NAME_LENGTH = 200  # letters; longer names are refused because they would fill screens
_WHAT_IF = re.compile(r"([0-9]{1,6})(?: (\S.{0,199}))?", re.ASCII)
_PROMISE = re.compile(r"([0-9a-f]{64}) ([0-9a-f]{32,128})", re.ASCII)


def read_fields(text: str, allowed: Sequence[str]) -> dict[str, str]:
    """Fields of a position line by name; ValueError if one is malformed, unknown or repeated."""
    if not isinstance(text, str):
        raise ValueError(f"A position is a line of text, not {str(text)[:40]!r}.")
    fields: dict[str, str] = {}
    for part in text.split():
        name, equals, value = part.partition("=")
        if not equals or not value:
            raise ValueError(f"A position is a line of key=value fields; {part[:40]!r} is not one.")
        if name not in allowed:
            raise ValueError(f"Unknown position field {name[:40]!r}; the fields are: {', '.join(allowed)}.")
        if name in fields:
            raise ValueError(f"Position field {name!r} appears twice.")
        fields[name] = value
    return fields


def write_fields(fields: Iterable[tuple[str, object]]) -> str:
    """Position line of (name, value) pairs: ``name=value``, separated by spaces."""
    return " ".join(f"{name}={value}" for name, value in fields)


def read_number(name: str, text: str, lowest: int, highest: int) -> int:
    """Parse a whole number within limits; raises ValueError, which mentions ``name``, if it is none."""
    if not _NUMBER.fullmatch(text) or not lowest <= int(text) <= highest:
        raise ValueError(f"{name} is a whole number from {lowest} to {highest}, not {text[:40]!r}.")
    return int(text)


def read_numbers(name: str, text: str, lowest: int, highest: int, *, separator: str) -> tuple[int, ...]:
    """Parse a list of whole numbers within limits, ``-`` for none; raises ValueError if it is none."""
    if text == "-":
        return ()
    return tuple(read_number(name, part, lowest, highest) for part in text.split(separator))


def read_groups(name: str, text: str, count: int) -> tuple[str, ...]:
    """Split a text at ``/`` into ``count`` entries, one a seat; ValueError if there are not as many."""
    groups = tuple(text.split("/"))
    if len(groups) != count:
        raise ValueError(f"{name} has one entry per seat, {count} separated by '/', not {len(groups)}.")
    return groups


@dataclass(frozen=True, slots=True)
class Commitment:
    """Commitment to the opening of a match, made before its first card."""

    code: str
    """Public from the beginning: 64 hexadecimal digits."""
    salt: str
    """Hexadecimal digits that keep the code from being searched; secret until the end."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Origin of a match that branches off in the middle of another one."""

    moves: int  # number of moves shared with the other match
    source: str = ""
    """Name of the other match in the album; empty if it is not saved."""


@dataclass(frozen=True, slots=True)
class Record:
    """Parsed contents of a record, not yet checked by any rules."""

    game: str
    players: int
    seed: int
    options: tuple[tuple[str, str], ...]
    names: tuple[str, ...] | None
    layout: str | None
    position: str | None
    moves: tuple[tuple[int, str], ...]
    version: int = VERSION
    promise: Commitment | None = None
    what_if: Branch | None = None


def write_record(record: Record) -> str:
    """Return the record as text, with a newline at the end."""
    options = " ".join(f"{name}={value}" for name, value in record.options)
    lines = [
        f'[Game "{record.game}"]',
        f'[Version "{record.version}"]',
        f'[Players "{record.players}"]',
        f'[Seed "{record.seed}"]',
        f'[Options "{options}"]',
    ]
    # JSON keeps a name with quotes or line breaks on one line.
    if record.names is not None:
        lines.append(f"[Names {json.dumps(list(record.names), ensure_ascii=False)}]")
    if record.layout is not None:
        lines.append(f"[Layout {json.dumps(record.layout, ensure_ascii=False)}]")
    if record.position is not None:
        lines.append(f"[Position {json.dumps(record.position, ensure_ascii=False)}]")
    if record.promise is not None:
        lines.append(f'[Promise "{record.promise.code} {record.promise.salt}"]')
    if record.what_if is not None:
        branch = f"{record.what_if.moves} {record.what_if.source}".rstrip()
        lines.append(f"[WhatIf {json.dumps(branch, ensure_ascii=False)}]")
    lines += [f"{seat} {move}" for seat, move in record.moves]
    return "\n".join(lines) + "\n"


def write_save(record: str, screen: str) -> str:
    """Text of a save: a record, and what the screen adds as JSON in one line."""
    return f"{_SAVE_VERSION}\n[{SCREEN_HEADER} {screen}]\n{record}"


def split_save(text: str) -> tuple[str, str | None]:
    """Record of a save, unchanged, and JSON of its Screen header, unchecked; None if ``text`` is no save."""
    first, _end, rest = text.partition("\n")
    if first.strip() != _SAVE_VERSION:
        return text, None
    screen, _end, record = rest.partition("\n")
    return record, screen.strip().removeprefix(f"[{SCREEN_HEADER} ").removesuffix("]")


def read_record(text: str) -> Record:
    """Record in a text of `write_record` or `write_save`; raises ValueError if it is broken or too new."""
    if not isinstance(text, str):
        raise ValueError(f"A record is text, not {type(text).__name__}.")
    text, _screen = split_save(text)
    headers: dict[str, object] = {}
    moves: list[tuple[int, str]] = []
    # Not `splitlines`, which also splits at characters that a name may contain.
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("["):
            if moves:
                raise ValueError(f"Record line {number}: headers come before the first move.")
            _read_header(number, line, headers)
        elif match := _MOVE.fullmatch(line):
            moves.append((int(match[1]), match[2]))
        else:
            raise ValueError(
                f"Record line {number}: a move is a seat, then the move; {line[:40]!r} is not one."
            )
    for name in _REQUIRED_HEADERS:
        if name not in headers:
            raise ValueError(f"The record has no {name} header; it needs {', '.join(_REQUIRED_HEADERS)}.")
    for name in headers:
        if name not in _KNOWN_HEADERS:
            raise ValueError(
                f"Unknown record header {name[:40]!r}; the headers are: {', '.join(_KNOWN_HEADERS)}."
            )
    return Record(
        game=_word(headers, "Game"),
        players=read_number("The Players header", _word(headers, "Players"), 1, 99),
        seed=_seed(_word(headers, "Seed")),
        options=_options(_word(headers, "Options") if "Options" in headers else ""),
        names=_names(headers.get("Names")),
        layout=_word(headers, "Layout") if "Layout" in headers else None,
        position=_word(headers, "Position") if "Position" in headers else None,
        moves=tuple(moves),
        version=int(_word(headers, "Version")),
        promise=_promise(_word(headers, "Promise")) if "Promise" in headers else None,
        what_if=_what_if(_word(headers, "WhatIf"), len(moves)) if "WhatIf" in headers else None,
    )


def _read_header(number: int, line: str, headers: dict[str, object]) -> None:
    """Parse a header line into ``headers``; raises ValueError if it is broken, repeated or too new."""
    match = _HEADER.fullmatch(line)
    try:
        name, value = (match[1], json.loads(match[2])) if match else ("", None)
    except (ValueError, RecursionError):  # thousands of brackets in one header
        name, value = "", None
    if not name:
        raise ValueError(f'Record line {number}: a header is [Name "value"]; {line[:40]!r} is not one.')
    if name in headers:
        raise ValueError(f"Record line {number}: the {name} header appears twice.")
    headers[name] = value
    if name == "Version":
        # Checked at once, so that newer records get this message instead of one about an unknown part.
        version = read_number("The Version header", _word(headers, name), 1, 999_999_999)
        if version > VERSION:
            raise ValueError(
                f"This record was made by a newer version of Sock Drawer (record version {version});"
                f" this one reads versions up to {VERSION}."
            )


def _word(headers: dict[str, object], name: str) -> str:
    """Value of the header ``name``; raises ValueError if it is no text, KeyError if it is missing."""
    value = headers[name]
    if not isinstance(value, str):
        raise ValueError(f'The {name} header holds text in quotes, as in [{name} "..."].')
    return value


def _seed(text: str) -> int:
    """Number in the Seed header, of at most 40 digits; raises ValueError if it is none."""
    if not re.fullmatch(r"-?[0-9]{1,40}", text, re.ASCII):
        raise ValueError(f"The Seed header is a whole number, not {text[:40]!r}.")
    return int(text)


def _promise(text: str) -> Commitment:
    """Commitment in the text ``CODE SALT``; raises ValueError if it is malformed."""
    match = _PROMISE.fullmatch(text)
    if not match:
        raise ValueError(
            "The Promise header is a code of 64 hexadecimal digits, then a salt of 32 to 128,"
            f" not {text[:40]!r}."
        )
    return Commitment(match[1], match[2])


def _what_if(text: str, moves: int) -> Branch:
    """Branch in the text ``SHARED [NAME]``; ValueError if malformed or more than ``moves`` are shared."""
    match = _WHAT_IF.fullmatch(text)
    if not match or int(match[1]) > moves:
        raise ValueError(
            "The WhatIf header is the number of moves from another match, of all its moves, then its name,"
            f" not {text[:40]!r}."
        )
    return Branch(int(match[1]), match[2] or "")


def _options(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs (name, value), both texts, of the Options header; ValueError if malformed or repeated."""
    pairs = [part.partition("=") for part in text.split()]
    for name, equals, value in pairs:
        if not (name and equals and value):
            raise ValueError(f"The Options header is a list of name=value, not {text[:40]!r}.")
        if sum(name == key for key, _, _ in pairs) > 1:
            raise ValueError(f"The Options header names {name[:40]!r} twice.")
    return tuple((name, value) for name, _, value in pairs)


def _names(value: object) -> tuple[str, ...] | None:
    """Names header as a tuple, None if missing; ValueError if no list of texts up to `MAX_NAME_LENGTH`."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise ValueError('The Names header is a list, as in [Names ["Ann", "Bo"]].')
    if any(len(name) > MAX_NAME_LENGTH for name in value):
        raise ValueError(f"A name in the Names header has at most {MAX_NAME_LENGTH} letters.")
    return tuple(value)


PROMISE_PREFIX = (
    "sock-drawer:1"  # prefix of the promised text, so that other programs and formats never share a code
)


def promised_text(record: Record, salt: str) -> str:
    """Return the text whose SHA-256 is the code. It contains the seed: keep it secret until the end."""
    parts = (
        PROMISE_PREFIX,
        record.game,
        record.version,
        record.players,
        record.seed,
        " ".join(f"{name}={value}" for name, value in record.options),
        *("-" if text is None else code_of(text) for text in (record.layout, record.position)),
        salt,
    )
    return ":".join(map(str, parts))


def code_of(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def commitment_of(record: Record, salt: str) -> Commitment:
    """Make the commitment to a match that begins as the record states."""
    return Commitment(code_of(promised_text(record, salt)), salt)


def is_typed(seed: int) -> bool:
    """True if a seed's size is below 2**64, so that a person must have typed it; drawn ones have 128 bits."""
    return abs(seed) < 1 << SEED_BITS // 2


def grouped_code(code: str, size: int = 8) -> str:
    """Code with a space after every ``size`` letters, so that people can compare or type it."""
    return " ".join(code[start : start + size] for start in range(0, len(code), size))
