"""Pairs: a game whose matches end as `End.TEAMS` says."""

from game.core.game import End
from tests.sample_games.take_away import info_of

INFO = info_of("pairs", "Pairs", End.TEAMS, (4, 4))
