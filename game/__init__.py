"""Sock Drawer: five sock games in one window."""
