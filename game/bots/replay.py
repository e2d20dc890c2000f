"""`main.py replay`: a recorded match, step by step, as text."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.core.discovery import find
from game.core.game import Event
from game.core.session import Session


def replay(path: Path, *, everything: bool) -> int:
    """Print a record move by move; at a terminal each step waits for Enter. Returns the exit status.

    Raises:
        ValueError: the file is not a record that can be played.
        OSError: the file cannot be read.
    """
    text = record_text(path)
    waits = not everything and sys.stdin.isatty() and sys.stdout.isatty()
    for step in steps(text):
        print(step)
        if waits and _stopped():
            break
    return 0


def record_text(path: Path) -> str:
    """The text of a record.

    Raises:
        ValueError: the file is no text.
        OSError: the file cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8-sig")  # editors of Windows put a mark before the text
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not a record: it is not text in UTF-8.") from error


def _stopped() -> bool:
    """Whether whoever reads wants no more, after a wait for Enter; the end of the input stops too."""
    try:
        return input("-- Enter for the next move, q to stop -- ").strip().lower() == "q"
    except EOFError:
        print()
        return True


def steps(text: str) -> Iterator[str]:
    """The record told in pieces: the start, each move with what it did, the end.

    Raises:
        ValueError: the text is not a record that can be played.
    """
    # All of it first: a record that breaks off is refused before a line of it is printed.
    played = Session.from_record(text)
    log = played.log
    shown = Session.from_record(_without_moves(text))
    title = find(shown.game).info.title
    yield "\n".join(
        [f"{title}: {', '.join(shown.names)}", *_told(shown.opening), "  " + shown.position(), ""]
    )
    for number, (seat, move) in enumerate(log, start=1):
        events = shown.play(move)
        yield "\n".join(
            [
                f"{number}. {shown.names[seat]} (seat {seat}): {move}",
                *_told(events),
                "  " + shown.position(),
                "",
            ]
        )
    outcome = shown.outcome
    if outcome is None:
        yield f"The match goes on; {shown.names[shown.to_move or 0]} is to move."
    else:
        winners = " and ".join(shown.names[seat] for seat in outcome.winners) or "nobody"
        scores = ", ".join(f"{name} {score}" for name, score in zip(shown.names, outcome.scores, strict=True))
        yield f"Won by {winners} ({outcome.reason.replace('_', ' ')}): {scores}"


def _without_moves(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line.lstrip().startswith("["))


def _told(events: Sequence[Event]) -> list[str]:
    return [f"  - {event.kind}{_seat(event)}{_data(event)}" for event in events]


def _seat(event: Event) -> str:
    return "" if event.seat is None else f" by seat {event.seat}"


def _data(event: Event) -> str:
    return "".join(f", {name} {_plain(value)}" for name, value in event.data.items())


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value) or "none"
    return str(value)
