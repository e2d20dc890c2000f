"""The server that makes phones into hands."""
