"""The synthesiser behind `tools.build_sound`: the standard library alone."""
