"""Puzzles of SOCiable: all hands open, be out first."""

from game.games.sociable.puzzles.puzzler import SociablePuzzles

PUZZLES = SociablePuzzles()
