"""Phones as hands: a small server on the local network, which names no game and knows no window.

`game.party.party` is what the window uses; the server itself is imported only when a party opens.
"""
