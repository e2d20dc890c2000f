"""The screens of a hall in a real window."""
