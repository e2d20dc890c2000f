"""Bots at work, outside the window's loop."""
