"""A card table: how hands are fanned out."""
