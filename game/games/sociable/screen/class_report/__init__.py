"""What a whole class found out: pages for the projector, and files to keep."""
