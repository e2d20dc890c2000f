"""Attacks on a relay, and its benchmarks."""
