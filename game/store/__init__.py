"""Saves, settings and statistics on disk."""
