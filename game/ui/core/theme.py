"""Colours and type sizes for every screen, in three themes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme, by use."""

    name: str
    page: str  # background of every screen
    panel: str  # fabric labels, cards, dialogs
    sunk: str  # inset for values and choices in a panel
    chosen: str  # background of the row or seat in focus or to move
    ink: str  # text and outlines
    soft: str  # secondary text, at least 4.5:1 on a panel
    stitch: str
    cloth: str  # buttons; never darker than the panel in dark themes
    off: str  # disabled buttons; never brighter than enabled ones
    faint: str  # text on disabled buttons, at least 4.5:1
    rim: str  # edge of disabled buttons
    good: str
    bad: str
    focus: str
    shade: tuple[int, int, int, int]  # RGBA overlay on a scene behind a dialog

    @property
    def thread(self) -> str:
        """Colour of stitched outlines of missing things, as ``#RRGGBB``."""
        return "#8F6C42" if self.name == "linen" else self.soft


LINEN = Palette(
    name="linen",
    page="#F6EBDD",
    panel="#FFFAF2",
    sunk="#EFE3D0",
    chosen="#FFE9B8",
    ink="#2B2440",
    soft="#5B5470",
    stitch="#D9B98C",
    cloth="#EFE3D0",
    off="#4A4160",
    faint="#C9C0D8",
    rim="#2B2440",
    good="#237048",
    bad="#B03526",
    focus="#1B6FD0",
    shade=(24, 18, 44, 200),
)
DARK = Palette(
    name="dark",
    page="#1E1930",
    panel="#342C4E",
    sunk="#292240",
    chosen="#54467A",
    ink="#FFFAF2",
    soft="#CFC6E2",
    stitch="#8D7CB4",
    cloth="#4B4072",
    off="#1A152B",
    faint="#9A91B2",
    rim="#4B4268",
    good="#7FD6A4",
    bad="#FF9A86",
    focus="#6FB3FF",
    shade=(8, 6, 18, 200),
)
CONTRAST = Palette(
    name="contrast",
    page="#FFFFFF",
    panel="#FFFFFF",
    sunk="#F0F0F0",
    chosen="#FFF3A0",
    ink="#000000",
    soft="#222222",
    stitch="#000000",
    cloth="#F0F0F0",
    off="#D6D6D6",
    faint="#4A4A4A",
    rim="#4A4A4A",
    good="#005A2B",
    bad="#9C0F00",
    focus="#0047C2",
    shade=(0, 0, 0, 200),
)
THEMES = {theme.name: theme for theme in (LINEN, DARK, CONTRAST)}

SMALL, BODY, LARGE, HEADING, TITLE = 18.0, 20.0, 24.0, 32.0, 44.0
"""Type sizes in units. All but those on card faces scale with the text size of the settings."""
