"""What a match of Socks in the City tells when it is over, without a picture."""
