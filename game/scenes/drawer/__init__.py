"""The drawer of socks: forty compartments, and what each of them tells."""
