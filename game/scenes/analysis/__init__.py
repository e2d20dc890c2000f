"""Analysis of a finished match: the moments that decided it."""
