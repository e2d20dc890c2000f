"""Sock Drawer: five sock games in one window."""

__version__ = "1.0.0"
