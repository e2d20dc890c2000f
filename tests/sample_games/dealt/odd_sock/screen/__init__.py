"""Screen of Odd Sock."""
