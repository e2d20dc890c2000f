"""The turns in the making of a rummy, and what phones do with them; no window is needed."""
