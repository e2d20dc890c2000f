"""Sock Drawer: five sock games in one window."""

__version__ = "0.9.0"
