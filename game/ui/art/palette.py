"""The colours that the drawings share, as six-digit hex; themes pass others where a function takes them."""

from __future__ import annotations

from typing import Final

INK: Final = "#2B2440"
WOOL: Final = "#FFFAF2"
LINEN: Final = "#F6EBDD"
STITCH: Final = "#D9B98C"
FELT: Final = "#2F5D50"
WOOD: Final = "#A8713F"
WOOD_DARK: Final = "#7A4B2A"
GOOD: Final = "#2E8B57"
WARN: Final = "#E0A100"
BAD: Final = "#C8402F"
FOCUS: Final = "#1B6FD0"
GREY: Final = "#4F4563"
OATMEAL: Final = "#EFE2CE"
BUTTER: Final = "#FFEFC2"
GOLD: Final = "#FFD25A"
DONE: Final = ("#237048", "#FFFFFF")
"""A tag of what is over and done: its ground and its ink."""
QUIET: Final = "#DCEBFB"
"""The ground of a tag that says what may be done, or is about to be."""
PEG: Final = ("#E3B57C", "#B98248")
PEG_GREY: Final = "#8C8798"


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a hex colour, 0-255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` (0-1) of the way from the first to the second."""
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
