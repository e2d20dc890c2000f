"""Research: the games as learning environments (`sockdrawer_research.environments`)."""

from pathlib import Path

from game.core.extras import Extra

EXTRA = Extra("research", Path(__file__).parent)
