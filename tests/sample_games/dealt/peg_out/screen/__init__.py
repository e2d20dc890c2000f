"""The window of Peg Out."""
