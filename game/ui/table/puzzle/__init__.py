"""A puzzle on the screen: the game's own table, a bar above it, its solution told step by step."""
