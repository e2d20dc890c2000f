"""Puzzles: a position from a match, a task, and a proof that it can be done.

A `Puzzle` is read from the pack of its game (`game.match.puzzle.pack`), judged by the `Puzzler` that the
game names in ``INFO.puzzles``, and tried in an `Attempt`. Nothing in here knows any game.
"""
