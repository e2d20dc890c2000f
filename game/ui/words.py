"""Every text on the screen goes through `game.words`."""

from game.words import ASKED, PSEUDO, _, counted, languages, spoken, use

__all__ = ["ASKED", "PSEUDO", "_", "counted", "languages", "spoken", "use"]
