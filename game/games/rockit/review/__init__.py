"""What a match of RockIt tells afterwards."""
