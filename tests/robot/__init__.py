"""Robots that play the games in the window, one a game, with any of five devices."""
