"""Feats of no game in particular: first times, company, the sock of the day, and what lies around a match."""

from __future__ import annotations

from game.match.socks.feats import Feat, FeatWords, Happening
from game.words import _

FIRST = "first-pair"
"""A match was played to its end."""
PARTY = "full-house"
"""So was one in which two phones took part."""
EVERY_GAME = "all-five"
EVERY_LEVEL = "all-the-way-up"
PHONES = 2
"""So many phones make a party."""

EVERYWHERE = (
    Feat(FIRST, "stripes", "flag"),
    Feat(PARTY, "confetti", "phone"),
    Feat(EVERY_GAME, "rainbow", "dice"),
    Feat(EVERY_LEVEL, "fair-isle", "robot"),
    Feat(Happening.DAILY, "suns", "clock"),
    Feat(Happening.WEEK, "bees", "seven"),
    Feat(Happening.HARD_DAILY, "cherries", "lamp"),
    Feat(Happening.SHARED, "notes", "film"),
    Feat(Happening.BOARD, "patchwork", "pencil"),
    Feat(Happening.WHAT_IF, "chevrons", "fork"),
)


def everywhere_words() -> dict[str, FeatWords]:
    """What is said of each, by its key."""
    return {
        FIRST: FeatWords(_("First Pair"), _("Play a match of any game to its end.")),
        PARTY: FeatWords(_("Full House"), _("Play a match to its end with two phones or more at the table.")),
        EVERY_GAME: FeatWords(_("All Five"), _("Play a match of every game in the drawer to its end.")),
        EVERY_LEVEL: FeatWords(
            _("All the Way Up"), _("Beat computer players of every level, in whichever games you like.")
        ),
        Happening.DAILY: FeatWords(_("Early Bird"), _("Solve the sock of the day on its day.")),
        Happening.WEEK: FeatWords(_("Busy Week"), _("Solve the sock of the day on seven days in a row.")),
        Happening.HARD_DAILY: FeatWords(
            _("Cherry on Top"), _("Solve a sock of the day of grade four or five without a hint.")
        ),
        Happening.SHARED: FeatWords(
            _("Encore"), _("Share a match from the album: as a picture, a film or a file.")
        ),
        Happening.BOARD: FeatWords(
            _("Patchwork"), _("Play a match to its end on a board that you drew or kept.")
        ),
        Happening.WHAT_IF: FeatWords(
            _("Second Thoughts"), _("Play on from a moment of a film, to another end.")
        ),
    }
