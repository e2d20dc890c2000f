"""The debrief of SOCiable on the screen: pages, charts, figures, and their export."""
