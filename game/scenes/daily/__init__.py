"""Daily sock: its calendar, practice, and the texts after a puzzle."""
