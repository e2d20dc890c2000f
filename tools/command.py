"""The command line of a tool: what its module says of itself is its help."""

from __future__ import annotations

import argparse


def command(told: str | None) -> argparse.ArgumentParser:
    """A parser to which a tool adds the words that it takes, if any; ``told`` is the tool's docstring."""
    return argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
