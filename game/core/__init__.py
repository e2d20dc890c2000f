"""The turn-based core: pure rules machinery on the standard library alone."""
