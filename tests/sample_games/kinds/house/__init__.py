"""House Fire: a game whose matches end as `End.TOGETHER` says."""

from game.core.game import End
from tests.sample_games.take_away import info_of

INFO = info_of("house", "House Fire", End.TOGETHER, (2, 4))
