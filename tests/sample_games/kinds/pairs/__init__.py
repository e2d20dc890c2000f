"""Pairs: a game whose matches end as `ScoringMode.TEAMS` says."""

from game.core.game import ScoringMode
from tests.sample_games.take_away import info_of

INFO = info_of("pairs", "Pairs", ScoringMode.TEAMS, (4, 4))
