"""`main.py film`: stills of a recorded match and its last moves as a moving picture, without a window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pygame

from game.match.film import Film, Mark
from game.match.saving import read_match
from game.store.files import write_whole
from game.ui.table.moving import Kind, animated
from game.ui.table.photo import sitters, studio

T = TypeVar("T")


def film(path: Path, out: Path, most: int, kind: Kind) -> int:
    """Write them into a folder, and tell what each of them shows; returns the exit status.

    Args:
        path: a record.
        out: the folder, made where it is not there.
        most: so many stills at most; the end is always one of them.
        kind: the file of the moving picture.

    Raises:
        ValueError: the file is no record that can be played, or so many stills make no sense.
        OSError: it cannot be read, or the folder cannot be written.
    """
    if most < 1:
        raise ValueError(f"A film has one still or more, not {most}.")
    match = read_match(path)
    shown = Film.of(match.record)
    out.mkdir(parents=True, exist_ok=True)
    with studio(None) as made:
        session = shown.at(len(shown))
        seats = sitters(session, match.seats)
        marks = shown.marks(made.photo(session, seats)[1])
        for moment, words in moments(shown, marks, most):
            name = f"{match.slug}-{moment:04}.png"
            pygame.image.save(made.still(shown.at(moment), seats), out / name)
            print(f"{name}  {words}")
        moving = f"{match.slug}.{kind}"
        write_whole(out / moving, animated(made, session, seats, len(shown), kind))
        print(f"{moving}  the last moves")
    return 0


def moments(shown: Film, marks: Sequence[Mark], most: int) -> list[tuple[int, str]]:
    """Which moments are worth a still, with what each shows: those with marks, else some turns; and the end.

    Args:
        shown: the film.
        marks: what happened worth finding again.
        most: so many moments at most.
    """
    told: dict[int, str] = {}
    for mark in marks:
        told[mark.at] = f"{told[mark.at]}; {mark.words}" if mark.at in told else mark.words
    end = len(shown)
    told[end] = f"{told[end]}; the end" if end in told else "the end"
    chosen = {end}
    # What is rare in this match comes first: three goals before forty socks.
    for sign, _count in reversed(Counter(mark.sign for mark in marks).most_common()):
        places = sorted({mark.at for mark in marks if mark.sign is sign} - chosen)
        chosen.update(spread(places, most - len(chosen)))
    turns = [turn for turn in shown.turns if turn not in chosen]
    chosen.update(spread(turns, most - len(chosen)))
    return [(moment, told.get(moment) or _plain(moment)) for moment in sorted(chosen)]


def _plain(moment: int) -> str:
    return f"after {moment} moves" if moment else "the beginning"


def spread(things: Sequence[T], most: int) -> list[T]:
    """So many of some things, evenly from the first to the last."""
    count, most = len(things), max(0, most)
    if count <= most:
        return list(things)
    if most < 2:
        return list(things[:most])
    return [things[round(place * (count - 1) / (most - 1))] for place in range(most)]
