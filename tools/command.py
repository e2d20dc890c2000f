"""Command line of a tool, whose help is its module docstring."""

from __future__ import annotations

import argparse


def command(description: str | None) -> argparse.ArgumentParser:
    """Return a parser to which a tool adds its arguments. Its description is the tool's docstring."""
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
