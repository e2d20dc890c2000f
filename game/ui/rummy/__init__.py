"""The shared table of the rummies: piles that flow, a hand, a draft of the turn, help; it names no game."""
