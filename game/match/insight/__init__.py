"""Understanding a match that was played: chances to win, what decided it, what would have been better."""
