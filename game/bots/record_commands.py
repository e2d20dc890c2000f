"""`main.py replay` prints a record step by step; `main.py verify` checks its promise."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from game import import_limits
from game.core.discovery import find_game
from game.core.game import Event, GameInfo, Outcome, ScoringMode
from game.core.graphemes import printable
from game.core.record import code_of, grouped_code, is_typed, promised_text, read_record
from game.core.session import Session


def replay(path: Path, *, everything: bool) -> int:
    """Print a record move by move, on a terminal waiting for Enter; returns exit status 0.

    Raises:
        ValueError: the file is not a record that can be played.
        OSError: the file cannot be read.
    """
    text = record_text(path)
    waits = not everything and sys.stdin.isatty() and sys.stdout.isatty()
    for step in steps(text):
        print(printable(step))
        if not waits:
            continue
        try:
            if input("-- Enter for the next move, q to stop -- ").strip().lower() == "q":
                break
        except EOFError:  # end of input stops too
            print()
            break
    return 0


def record_text(path: Path) -> str:
    """Text of a record's file; ValueError if it is no text or far too large, OSError if unreadable."""
    try:
        return import_limits.text(path)
    except import_limits.GateError as error:
        raise ValueError(f"{path} is not a record: {error}") from error


def steps(text: str) -> Iterator[str]:
    """Yields a record as texts: the start, each move with its events, the end; ValueError if it is broken."""
    # Everything first, so that a broken record is refused before a line of it is printed.
    match = Session.from_record(text)
    log = match.log
    session = Session.from_record(
        "\n".join(line for line in text.split("\n") if line.lstrip().startswith("["))
    )
    title = find_game(session.game).info.title
    head, events = f"{title}: {', '.join(session.names)}", session.opening
    yield "\n".join([head, *_event_lines(events), "  " + session.position(), ""])
    for number, (seat, move) in enumerate(log, start=1):
        head, events = f"{number}. {session.names[seat]} (seat {seat}): {move}", session.play(move)
        yield "\n".join([head, *_event_lines(events), "  " + session.position(), ""])
    outcome = session.outcome
    if outcome is None:
        yield f"The match isn't over: {session.names[session.to_move or 0]} is to move."
    else:
        yield _end_line(find_game(session.game).info, session.names, outcome)


def _end_line(info: GameInfo, names: Sequence[str], outcome: Outcome) -> str:
    """Sentence on the result in the game's terms, with scores if each seat has its own."""
    won = [names[seat] for seat in outcome.winners]
    lost = [name for seat, name in enumerate(names) if seat not in outcome.winners]
    reason, sentence = outcome.reason.replace("_", " "), f"Won by {' and '.join(won) or 'nobody'}"
    if info.scoring is ScoringMode.TOGETHER:
        sentence = "Won by all together" if won else "Lost by all together"
    elif info.scoring is ScoringMode.LOSER and won:
        sentence = f"Lost by {' and '.join(lost) or 'nobody'}"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, outcome.scores, strict=True))
    return f"{sentence} ({reason})" + (f": {scores}" if info.has_scores else "")


def _event_lines(events: Sequence[Event]) -> Iterator[str]:
    """Line for each event: its kind, seat and data."""
    for event in events:
        seat = "" if event.seat is None else f" by seat {event.seat}"
        data = "".join(f", {name} {_plain(value)}" for name, value in event.data.items())
        yield f"  - {event.kind}{seat}{data}"


def _plain(value: object) -> str:
    """Value as text; a list as its items separated by spaces, ``none`` if it is empty."""
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value) or "none"
    return str(value)


class VerificationError(Exception):
    """Fault of the record, in one sentence."""


def verify(path: Path, promise: str | None) -> int:
    """Print the promise of a record and if it was kept. Returns 0 if it was, 1 if not or for no record.

    Args:
        path: a record, or a match file of the program in ``matches/``.
        promise: the code noted before the first card, or `None`.

    Raises:
        OSError: the file cannot be read.
        ValueError: the noted text is no code.
    """
    promised_code = None if promise is None else _code(promise)
    try:
        for sentence in check_record(record_in(record_text(path)), promised_code):
            print(printable(sentence))
    except VerificationError as broken:
        print(printable(str(broken)))
        return 1
    except ValueError as error:
        print(printable(f"{path} can't be verified. {error}"))
        return 1
    return 0


def check_record(text: str, noted: str | None) -> Iterator[str]:
    """Yields findings on a record; VerificationError when a check fails, ValueError if it is no record.

    Args:
        text: the record.
        noted: the code noted before the first card, or None.
    """
    record = read_record(text)
    if record.promise is None:
        raise VerificationError("This record has no promise, so nothing can be proved about its deal.")
    preimage = promised_text(record, record.promise.salt)
    code = code_of(preimage)
    yield f"Promised before the first card: {grouped_code(record.promise.code)}"
    if noted not in (None, record.promise.code):
        raise VerificationError(f"This isn't the promise you wrote down: {grouped_code(noted or '')}")
    yield f"The text behind it: {preimage}"
    if code != record.promise.code:
        raise VerificationError(
            f"DOES NOT MATCH: the SHA-256 of that text is {grouped_code(code)}. Seed, salt, house rules,"
            " number of players or board differ from what was promised."
        )
    yield "It matches: the SHA-256 of that text is the promise."
    try:
        session = Session.from_record(text)
    except ValueError as error:
        raise VerificationError(f"DOES NOT MATCH: the moves don't fit this deal. {error}") from error
    moves = "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"
    how = "the match ends there" if session.outcome is not None else "the match isn't over"
    title = find_game(session.game).info.title
    yield f"{title}: with this seed and these house rules, all {moves} can be played; {how}."
    if is_typed(record.seed):
        yield "The seed is so short that someone must have typed it. Anyone who knew it knew the cards."
    if noted is None:
        yield (
            "This shows only that the record is consistent. To be sure that it wasn't replaced as a whole,"
            " compare the promise with the code you saw before the first card, or pass it as --promise."
        )
    else:
        yield "This is the promise you wrote down: seed, rules, players and board were fixed by then."


def record_in(text: str) -> str:
    """Record in a JSON match file, any other text unchanged; raises ValueError for JSON without a record."""
    if not text.lstrip().startswith("{"):
        return text
    try:
        record = json.loads(text).get("record")
    except (ValueError, RecursionError, AttributeError):
        record = None
    if not isinstance(record, str):
        raise ValueError("It is neither a record nor a saved match.")
    return record


def _code(text: str) -> str:
    """Code of a promise without spaces, in lower case; raises ValueError if the text is none."""
    code = re.sub(r"[\s-]", "", text).lower()
    if not re.fullmatch("[0-9a-f]{64}", code):
        raise ValueError(f"A promise is 64 hexadecimal digits (spaces don't matter), not {text[:80]!r}.")
    return code
