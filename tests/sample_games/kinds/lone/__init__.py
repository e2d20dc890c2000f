"""Lone Sock: a game whose matches end as `End.LOSER` says."""

from game.core.game import End
from tests.sample_games.take_away import info_of

INFO = info_of("lone", "Lone Sock", End.LOSER, (3, 5))
