"""The puzzles of SOCKI: those of every rummy (`game.match.rummy.puzzle`)."""

from game.match.puzzle.puzzler import Puzzler
from game.match.rummy.puzzle import RummyPuzzler

PUZZLES: Puzzler = RummyPuzzler("socki")
