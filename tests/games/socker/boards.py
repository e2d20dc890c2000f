"""Short notations for set-ups of Socker."""

from collections.abc import Mapping

from game.core.session import Session
from tests.matches import fields


def field(pieces: str, columns: int = 9, rows: int = 11) -> str:
    """Return the field text of pieces as in ``R d4 a5 B e7 o e6``: a letter, then its spaces."""
    cells = {}
    letter = ""
    for word in pieces.split():
        if len(word) == 1:
            letter = word
        else:
            assert word not in cells
            cells[word] = letter
    lines = []
    for row in range(rows, 0, -1):
        line, empty = "", 0
        for column in "abcdefghijklmno"[:columns]:
            piece = cells.get(f"{column}{row}")
            if piece:
                line += (str(empty) if empty else "") + piece
                empty = 0
            else:
                empty += 1
        lines.append(line + (str(empty) if empty else ""))
    return "/".join(lines)


def start(pieces: str, rest: str = "", options: Mapping[str, object] | None = None, seed: int = 0) -> Session:
    """Return a match with these pieces; ``rest`` is the rest of the position."""
    return Session.from_position("socker", f"field={field(pieces)} {rest}", seed=seed, options=options)


def placed(session: Session, *, goalside: bool = False) -> None:
    """Set both sides up, each on the first spaces offered, or on the last."""
    while fields(session)["phase"] == "place":
        session.play(session.moves()[-1 if goalside else 0])
