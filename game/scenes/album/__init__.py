"""Album: every saved match, with a picture of its final position."""
