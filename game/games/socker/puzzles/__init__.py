"""Puzzles of Socker: score this turn, save it, score whatever they do."""

from game.games.socker.puzzles.puzzler import SockerPuzzles

PUZZLES = SockerPuzzles()
