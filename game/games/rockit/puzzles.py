"""Puzzles of RockIt, with the common rummy puzzle rules of `game.match.rummy.puzzles`."""

from game.match.puzzle import Puzzler
from game.match.rummy.puzzles import RummyPuzzler

PUZZLES: Puzzler = RummyPuzzler("rockit", ending="rockit")
