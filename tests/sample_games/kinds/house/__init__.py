"""House Fire: a game whose matches end as `ScoringMode.TOGETHER` says."""

from game.core.game import ScoringMode
from tests.sample_games.take_away import info_of

INFO = info_of("house", "House Fire", ScoringMode.TOGETHER, (2, 4))
