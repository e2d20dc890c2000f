"""Puzzles of Socks in the City: join a pair in two turns, cut the other side off."""

from game.games.city.puzzles.puzzler import CityPuzzles

PUZZLES = CityPuzzles()
