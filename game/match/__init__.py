"""Matches and their participants, without a window: seats, bots, hints, phones, autosave and analysis."""
