"""Benchmarks of the classroom."""
