"""Odd Sock on the screen."""
