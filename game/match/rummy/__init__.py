"""Rummies in a match: drafts on phones, texts, analysis and puzzles, without a window."""
