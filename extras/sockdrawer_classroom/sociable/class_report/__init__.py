"""Report on a whole class: pages for the projector, and files to keep."""
