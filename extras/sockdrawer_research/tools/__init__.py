"""Benchmark of the environments, and a player that learns in them."""
