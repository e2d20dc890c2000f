"""What earns the socks of the drawer: done for the first time and well, by people."""
