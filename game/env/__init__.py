"""Empty: the environments moved to the extra `sockdrawer_research`."""

MOVED = "game.env moved: import sockdrawer_research.environments (see docs/research.md)"
raise ModuleNotFoundError(MOVED, name=__name__)
