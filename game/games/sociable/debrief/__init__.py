"""What a match of SOCiable tells when it is over, without a picture: its story, and parallel societies."""
