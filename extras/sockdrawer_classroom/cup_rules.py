"""Which games have cups; light, because menus ask it."""

PAIR_SIZE = 2  # players of a match of a cup


def has_cups(players: tuple[int, int]) -> bool:
    """True if a game for ``players`` (minimum, maximum) can be played by two."""
    return players[0] <= PAIR_SIZE <= players[1]
