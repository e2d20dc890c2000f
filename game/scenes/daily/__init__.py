"""The day's sock: its calendar, practice, and what is told at the end of a puzzle."""
