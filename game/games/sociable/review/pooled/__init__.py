"""What the matches of a whole class tell together."""
