"""Socker in words, for whoever does not see the carpet: the space in focus, and where everybody stands."""

from __future__ import annotations

from game.core.grid import read_space
from game.games.socker.screen.carpet import Carpet
from game.games.socker.screen.choosing import SockerChooser
from game.games.socker.screen.picture import Piece
from game.match.match import Match
from game.ui.table.spoken import Spoken
from game.words import _


class SockerSpoken(Spoken):
    """The words of the carpet."""

    def __init__(self, match: Match, carpet: Carpet, chooser: SockerChooser) -> None:
        self._match, self._carpet, self._chooser = match, carpet, chooser

    def focus(self) -> str:
        """The space under the cursor."""
        return focus_words(self._carpet, self._chooser, self._match)

    def asked(self) -> str:
        """How many actions of the turn are left."""
        seen = self._carpet.seen
        if seen["phase"] != "play":
            return _("Here the ball goes") if seen["phase"] == "spot" else _("Place your puppets")
        return _("{left} of {acts} left").format(left=seen["left"], acts=seen["acts"])

    def board(self) -> list[str]:
        """The score, the ball, and where everybody stands."""
        return board_words(self._carpet, self._match)


def focus_words(carpet: Carpet, chooser: SockerChooser, match: Match) -> str:
    """The space under the cursor: who stands there, and what a press does."""
    cell = chooser.cursor
    if cell is None:
        return ""
    action = chooser.choices.of_piece(chooser.chosen).get(cell)
    verbs = {"move": _("Step"), "kick": _("Kick"), "sock": _("Sock")}
    told = [verbs[action.verb]] if action is not None and action.verb in verbs else []
    piece = carpet.picture.at(cell)
    told.append(_piece_words(piece, match) if piece is not None else cell)
    if cell == carpet.picture.ball:
        told.append(_("Ball"))
    if action is not None and action.verb != "move":
        told.append(_("to {place}").format(place=action.beyond))
    if cell == chooser.chosen:
        told.append(_("picked up"))
    return ", ".join(told)


def _piece_words(piece: Piece, match: Match) -> str:
    mine = piece.seat == match.person
    whose = _("Your puppet on {cell}") if mine else _("{name}'s puppet on {cell}")
    words = whose.format(cell=piece.cell, name=match.seats[piece.seat].name)
    return f"{words}, {_('lying down')}" if piece.down else words


def board_words(carpet: Carpet, match: Match) -> list[str]:
    """The score, the ball, and where everybody stands."""
    picture = carpet.picture
    score = ", ".join(f"{seat.name} {goals}" for seat, goals in zip(match.seats, picture.score, strict=True))
    told = [score, f"{_('Ball')}: {picture.ball or _('off the field')}"]
    for number, seat in enumerate(match.seats):
        cells = [
            f"{piece.cell} {_('lying down')}" if piece.down else piece.cell
            for piece in sorted(picture.pieces, key=lambda piece: read_space(piece.cell))
            if piece.seat == number
        ]
        told.append(f"{seat.name}: {', '.join(cells) or '-'}")
    return told
