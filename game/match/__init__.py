"""A match and all who take part in it, without a window: seats, bots, hints, phones, the save."""
