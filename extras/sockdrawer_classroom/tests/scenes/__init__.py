"""Classroom screens in a real window."""
