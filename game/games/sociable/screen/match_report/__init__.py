"""Report after a match of SOCiable (the debrief): pages, charts, figures, and their export."""
