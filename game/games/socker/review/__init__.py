"""What a match of Socker tells when it is over, without a picture."""
