"""What a match of SOCKI tells afterwards."""
