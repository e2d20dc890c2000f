"""The film of a match on the screen: any moment in the game's own picture, and the thread through it."""
