"""Screen of Peg Out."""
