"""SOCiable in a classroom: its tables, questions, statistics and reports."""
