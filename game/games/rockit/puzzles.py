"""The puzzles of RockIt: those of every rummy (`game.match.rummy.puzzles`)."""

from game.match.puzzle import Puzzler
from game.match.rummy.puzzles import RummyPuzzler

PUZZLES: Puzzler = RummyPuzzler("rockit", ending="rockit")
