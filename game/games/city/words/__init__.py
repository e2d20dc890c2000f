"""What Socks in the City says, in the window, on phones and in files; it needs no window."""
