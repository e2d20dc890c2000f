"""The album: every match that was kept, with a picture of how it ended."""
