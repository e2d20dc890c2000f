"""Lone Sock: a game whose matches end as `ScoringMode.LOSER` says."""

from game.core.game import ScoringMode
from tests.sample_games.take_away import info_of

INFO = info_of("lone", "Lone Sock", ScoringMode.LOSER, (3, 5))
